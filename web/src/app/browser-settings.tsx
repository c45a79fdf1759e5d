import { Link } from '@tanstack/react-router';
import { ApiButton } from '../components/api-menu';
import { preferences, usePreferences } from '../components/preferences';
import { languages } from '../i18n/language';
import { useMessages } from '../i18n/messages';
import { frameWords } from './app.messages';

declare const __VERSION__: string;

/**
 * Language, zone, colors, rows and keys, as this browser keeps them; on phones also the API menu, for which the top line has no
 * room. Opened by a button of this popover.
 */
export function BrowserSettings() {
  const words = useMessages(frameWords);
  const chosen = usePreferences();
  return (
    <div id="browser-settings" className="menu" popover="auto" role="group" aria-label={words.settings}>
      <p>
        <Link to="/account" onClick={() => document.getElementById('browser-settings')?.hidePopover()}>
          {words.account}
        </Link>
      </p>
      <Choice
        label={words.language}
        value={chosen.language}
        of={{ auto: words.automatic, ...languages }}
        take={(language) => preferences.choose({ language })}
      />
      <Choice label={words.zone} value={chosen.zone} of={words.zones} take={(zone) => preferences.choose({ zone })} />
      <Choice
        label={words.scheme}
        value={chosen.scheme}
        of={words.schemes}
        take={(scheme) => preferences.choose({ scheme })}
      />
      <Choice
        label={words.density}
        value={chosen.density}
        of={words.densities}
        take={(density) => preferences.choose({ density })}
      />
      <label className="check">
        <input
          type="checkbox"
          checked={chosen.bareKeys}
          onChange={({ target }) => preferences.choose({ bareKeys: target.checked })}
        />
        {words.bareKeys}
      </label>
      <ApiButton isLong />
      <p className="quiet">
        {words.product} {__VERSION__}
      </p>
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly of: Readonly<Record<Value, string>>;
  readonly take: (value: Value) => void;
}

function Choice<Value extends string>({ label, value, of, take }: ChoiceProps<Value>) {
  return (
    <label>
      {label}
      <select value={value} onChange={({ target }) => take(target.value as Value)}>
        {Object.entries<string>(of).map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
