import { Link } from '@tanstack/react-router';
import { ApiButton } from '../components/api-menu';
import { preferences, usePreferences } from '../components/preferences';
import { languages } from '../i18n/language';
import { useMessages } from '../i18n/messages';

declare const __VERSION__: string;

/**
 * Language, zone, colors, rows and keys, as this browser keeps them; on phones also the API menu, for which the top line has no
 * room. Opened by a button of this popover.
 */
export function BrowserSettings() {
  const messages = useMessages('layout');
  const chosen = usePreferences();
  return (
    <div id="browser-settings" className="menu" popover="auto" role="group" aria-label={messages.settings}>
      <p>
        <Link to="/account" onClick={() => document.getElementById('browser-settings')?.hidePopover()}>
          {messages.account}
        </Link>
      </p>
      <Choice
        label={messages.language}
        value={chosen.language}
        of={{ auto: messages.automatic, ...languages }}
        take={(language) => preferences.choose({ language })}
      />
      <Choice
        label={messages.zone}
        value={chosen.zone}
        of={messages.zones}
        take={(zone) => preferences.choose({ zone })}
      />
      <Choice
        label={messages.scheme}
        value={chosen.scheme}
        of={messages.schemes}
        take={(scheme) => preferences.choose({ scheme })}
      />
      <Choice
        label={messages.density}
        value={chosen.density}
        of={messages.densities}
        take={(density) => preferences.choose({ density })}
      />
      <label className="check">
        <input
          type="checkbox"
          checked={chosen.bareKeys}
          onChange={({ target }) => preferences.choose({ bareKeys: target.checked })}
        />
        {messages.bareKeys}
      </label>
      <ApiButton isLong />
      <p className="quiet">
        {messages.product} {__VERSION__}
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
