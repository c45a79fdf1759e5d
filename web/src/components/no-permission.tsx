/** Why controls beside it are greyed; they point to it by its id. */
export function Denied({ id, why }: { readonly id: string; readonly why: string | null }) {
  if (why === null) return null;
  return (
    <p id={id} className="quiet">
      {why}
    </p>
  );
}
