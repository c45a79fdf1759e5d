import { useContext } from 'react';
import { CallerContext } from '../../api/disabled-reason';
import { Denied } from '../../components/no-permission';
import { useMessages } from '../../i18n/messages';
import { type Capability } from './all-roles';

/** What the page asks for before it lets somebody use a capability. The API itself asks for none but the one of the route. */
const neededFor: Readonly<Partial<Record<Capability, Capability>>> = {
  'jobs:run': 'jobs:read',
  'jobs:cancel': 'jobs:read',
  'jobs:control': 'jobs:read',
  'restore:run': 'restore:browse',
  'restore:anywhere': 'restore:run',
  'restore:download': 'restore:browse',
  'restore:commands': 'restore:run',
  'directors:control': 'directors:read',
  'directors:manage': 'directors:read',
  'directors:console': 'directors:control',
  'media:manage': 'media:read',
  'media:destroy': 'media:read',
  'tokens:all': 'tokens:own',
  'monitoring:manage': 'monitoring:read',
  'notifications:manage': 'notifications:read',
  'configuration:read': 'directors:read',
  'configuration:write': 'configuration:read',
  'configuration:apply': 'configuration:read',
};

function neededBy(capability: Capability): Capability | undefined {
  return neededFor[capability];
}

/** The chosen ones whose need is not chosen. */
function unmet(chosen: ReadonlySet<Capability>): readonly (readonly [capability: Capability, needs: Capability])[] {
  return [...chosen].flatMap((capability) => {
    const needs = neededFor[capability];
    return needs === undefined || chosen.has(needs) ? [] : [[capability, needs] as const];
  });
}

interface CapabilityChoiceProps {
  readonly all: readonly Capability[];
  readonly chosen: ReadonlySet<Capability>;
  readonly choose: (chosen: ReadonlySet<Capability>) => void;
  readonly disabled?: boolean;
}

/** By area. Nobody can grant what they do not have, but may leave it in a role that has it. */
export function CapabilityChoice({ all, chosen, choose, disabled = false }: CapabilityChoiceProps) {
  const messages = useMessages('roles');
  const areaNames: Readonly<Record<string, string>> = messages.areas;
  const held = useContext(CallerContext)?.capabilities ?? [];
  const areas = [...new Set(all.map((capability) => capability.split(':')[0] ?? ''))];
  const isBeyond = (capability: Capability) => !held.includes(capability) && !chosen.has(capability);
  const toggle = (capability: Capability) => {
    const next = new Set(chosen);
    if (!next.delete(capability)) next.add(capability);
    choose(next);
  };
  return (
    <div className="areas">
      <Denied id="beyond" why={!disabled && all.some(isBeyond) ? messages.cannotGrant : null} />
      {areas.map((area) => (
        <fieldset key={area}>
          <legend>{areaNames[area] ?? area}</legend>
          {all
            .filter((capability) => capability.startsWith(`${area}:`))
            .map((capability) => (
              <label key={capability} className="check">
                <input
                  type="checkbox"
                  checked={chosen.has(capability)}
                  disabled={disabled || isBeyond(capability)}
                  aria-describedby={!disabled && isBeyond(capability) ? 'beyond' : undefined}
                  onChange={() => toggle(capability)}
                />
                <span>
                  <code>{capability}</code>{' '}
                  <span className="quiet">
                    {messages.allows[capability]}
                    <Needs of={capability} />
                  </span>
                </span>
              </label>
            ))}
        </fieldset>
      ))}
      <Unmet of={chosen} />
    </div>
  );
}

function Needs({ of }: { readonly of: Capability }) {
  const messages = useMessages('roles');
  const needs = neededBy(of);
  return needs === undefined ? null : `; ${messages.needs(needs)}`;
}

/** There before it says something, so that it is read out. */
function Unmet({ of: chosen }: { readonly of: ReadonlySet<Capability> }) {
  const messages = useMessages('roles');
  return (
    <div role="status">
      {unmet(chosen).map(([capability, needs]) => (
        <p key={capability} className="state" data-look="warn">
          <span aria-hidden="true">!</span> {messages.lacksNeed(capability, needs)}
        </p>
      ))}
    </div>
  );
}
