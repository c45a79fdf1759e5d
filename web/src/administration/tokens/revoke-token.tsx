import { ask, type Schemas } from '../../api/ask';
import { Sure } from '../../parts/sure';
import { useWords } from '../../words/words';
import { tokensWords } from './tokens.words';

type Token = Schemas['TokenSummary'];

/** Asks once more, since what uses the token stops working at its next request. Nothing for a token that is not accepted any more. */
export function RevokeToken(props: { readonly token: Token; readonly onRevoked: (token: Token) => void }) {
  const { token, onRevoked } = props;
  const words = useWords(tokensWords);
  if (token.status === 'revoked' || token.status === 'expired') return null;
  const revoke = async () => {
    onRevoked(await ask((api) => api.DELETE('/api/v1/tokens/{id}', { params: { path: { id: token.id } } })));
  };
  return <Sure label={words.revoke} really={words.reallyRevoke} keep={words.keep} of={token.name} work={revoke} />;
}
