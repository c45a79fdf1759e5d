import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDirectors } from '../api/directors';
import { Chooser, mostInSelect } from '../parts/chooser';
import { noteChosen } from '../parts/recent';
import { useWords } from '../words/words';
import { frameWords } from './frame.words';

/** Which Director is looked at. With one there is nothing to choose. */
export function DirectorChooser() {
  const words = useWords(frameWords);
  const directors = useDirectors();
  const { director } = useSearch({ strict: false });
  const navigate = useNavigate();
  if (directors.length < 2) return null;
  const choose = (name: string) => {
    if (name !== '*') noteChosen(name, 'directors');
    void navigate({ to: '.', search: (old) => ({ ...old, director: name }) });
  };
  const usual = directors.find((one) => one.default);
  if (directors.length > mostInSelect) {
    return (
      <Chooser
        {...{ label: words.director, kind: 'directors', isQuiet: true, nothing: words.allDirectors }}
        names={directors.map(({ name }) => name)}
        chosen={director === '*' ? '' : (director ?? usual?.name ?? '')}
        choose={(name) => choose(name || '*')}
      />
    );
  }
  return (
    <select
      aria-label={words.director}
      value={director ?? usual?.name ?? ''}
      onChange={({ target }) => choose(target.value)}
    >
      <option value="*">{words.allDirectors}</option>
      {directors.map(({ name, reachable }) => (
        <option key={name} value={name}>
          {reachable ? name : `✕ ${name}`}
        </option>
      ))}
    </select>
  );
}
