import { ask, type Schemas } from '../../api/request';
import { ConfirmButton } from '../../components/confirm-button';
import { useMessages } from '../../i18n/messages';

type Token = Schemas['TokenSummary'];

interface RevokeTokenProps {
  readonly token: Token;
  readonly onRevoked: (token: Token) => void;
  /** A row has room for the buttons alone. */
  readonly isInList?: boolean;
}

/** Asks once more, since what uses the token stops working at its next request. Nothing for a token that is not accepted any more. */
export function RevokeToken({ token, onRevoked, isInList = false }: RevokeTokenProps) {
  const messages = useMessages('tokens');
  if (token.status === 'revoked' || token.status === 'expired') return null;
  const revoke = async () => {
    onRevoked(await ask((api) => api.DELETE('/api/v1/tokens/{id}', { params: { path: { id: token.id } } })));
  };
  const asked = {
    label: messages.revoke,
    really: messages.reallyRevoke,
    keep: messages.keep,
    of: token.name,
    work: revoke,
  };
  if (isInList) return <ConfirmButton {...asked} />;
  return <ConfirmButton {...asked} curl={{ method: 'DELETE', path: `/tokens/${token.id}` }} />;
}
