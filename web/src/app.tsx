import { CallerContext } from './caller';
import { Frame } from './frame';
import { useSession } from './session';
import { SignInAgain, SignInPage } from './sign-in';

export function App() {
  const { identity, expired, unreachable, refresh } = useSession();
  if (identity === null) return <SignInPage onDone={refresh} />;
  if (identity === undefined) return <main>{unreachable && <Unreachable retry={() => void refresh()} />}</main>;
  return (
    <CallerContext value={identity}>
      <Frame />
      {expired && <SignInAgain onDone={refresh} username={identity.user.username} />}
    </CallerContext>
  );
}

function Unreachable({ retry }: { readonly retry: () => void }) {
  return (
    <>
      <h1>Backup Console</h1>
      <div role="alert" className="fault">
        <p>The console does not answer. Is it still running?</p>
        <button type="button" onClick={retry}>
          Retry
        </button>
      </div>
    </>
  );
}
