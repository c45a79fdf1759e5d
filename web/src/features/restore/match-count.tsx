import { count } from '../../components/format';
import { useMessages } from '../../i18n/messages';

interface FoundPages {
  readonly data: { readonly pages: readonly { readonly items: readonly unknown[] }[] } | undefined;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
}

/** How many were found so far. A search may come back with nothing and still go on. */
export function FoundCount({
  of: { data, hasNextPage, isFetchingNextPage, fetchNextPage },
}: {
  readonly of: FoundPages;
}) {
  const messages = useMessages('restore');
  const found = data?.pages.reduce((sum, { items }) => sum + items.length, 0) ?? 0;
  const isSaid = data !== undefined && (found > 0 || hasNextPage);
  return (
    <div className="row found-count">
      <p role="status" className="quiet">
        {isSaid && messages.found(count(found), !hasNextPage)}
      </p>
      {hasNextPage && (
        <button type="button" className="bare" aria-disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {messages.goOn}
        </button>
      )}
    </div>
  );
}
