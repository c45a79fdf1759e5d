import { useMatches, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useSources } from '../api/directors';
import { Chooser, mostInSelect } from '../components/combobox';
import { noteChosen } from '../components/recent-choices';
import { useMessages } from '../i18n/messages';
import { frameWords } from './app.messages';
import { stringifySearch } from './search';

/** Which Director is looked at. With one there is nothing to choose. */
export function DirectorChooser() {
  const words = useMessages(frameWords);
  const directors = useSources();
  const { chosen: known, choose } = useChoice();
  if (directors.length < 2) return null;
  const usual = directors.find((one) => one.default);
  const chosen = known ?? usual?.name ?? '';
  if (directors.length > mostInSelect) {
    return (
      <Chooser
        {...{ label: words.director, kind: 'directors', isQuiet: true, nothing: words.allDirectors }}
        names={directors.map(({ name }) => name)}
        chosen={chosen === '*' ? '' : chosen}
        choose={(name) => choose(name || '*')}
      />
    );
  }
  return (
    <select aria-label={words.director} value={chosen} onChange={({ target }) => choose(target.value)}>
      <option value="*">{words.allDirectors}</option>
      {directors.map(({ name, reachable }) => (
        <option key={name} value={name}>
          {reachable ? name : `✕ ${name}`}
        </option>
      ))}
    </select>
  );
}

interface Choice {
  /** undefined: the default one. */
  readonly chosen: string | undefined;
  readonly choose: (director: string) => void;
}

/** On a page whose address names its Director that one is chosen, whichever is looked at elsewhere. */
function useChoice(): Choice {
  const { director } = useSearch({ strict: false });
  const { params = {}, staticData } = useMatches().at(-1) ?? {};
  const navigate = useNavigate();
  const { history } = useRouter();
  const page = staticData?.page?.ofDirector;
  const choose = (name: string) => {
    if (name !== '*') noteChosen(name, 'directors');
    if (page) history.push(`${page.other(name)}${stringifySearch({ director: name })}`);
    else void navigate({ to: '.', search: (old) => ({ ...old, director: name }) });
  };
  return { chosen: page?.name(params) ?? director, choose };
}
