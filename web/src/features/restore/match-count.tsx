import { count } from '../../components/format';
import { useMessages } from '../../i18n/messages';
import { restoreWords } from './restore.messages';

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
  const words = useMessages(restoreWords);
  const found = data?.pages.reduce((sum, { items }) => sum + items.length, 0) ?? 0;
  const isSaid = data !== undefined && (found > 0 || hasNextPage);
  return (
    <div className="row found-count">
      <p role="status" className="quiet">
        {isSaid && words.found(count(found), !hasNextPage)}
      </p>
      {hasNextPage && (
        <button type="button" className="bare" aria-disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {words.goOn}
        </button>
      )}
    </div>
  );
}
