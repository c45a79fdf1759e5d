import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { usePermissionError } from '../../api/disabled-reason';
import { useApiQuery } from '../../api/queries';
import { AsCurl } from '../../components/copy-as-curl';
import { useAskBeforeLeaving } from '../../components/ask-before-leaving';
import { Denied } from '../../components/no-permission';
import { Shown } from '../../components/query-content';
import { Title } from '../../components/title';
import { useMessages } from '../../i18n/messages';
import { Review } from './change-review';
import './configuration.css';
import { ConfigurationNote, ConfigurationTabs, useReadOnly } from './configuration-tabs';
import { type Change, type ListedResource, type SchemaType } from './records';
import { type EditedResource, ResourceForm } from './resource-form';
import { givenValues, operationsOf } from './resource-operations';
import { useDrafting } from './use-change';
import { useConfiguredDirector, useSchema } from './use-configuration';

/** One resource: its form, and what uses it. */
export function ResourcePage() {
  const { type, name } = useParams({ from: '/administration/configuration/$type/$name' });
  const messages = useMessages('configuration');
  const types: Readonly<Record<string, string>> = messages.types;
  const director = useConfiguredDirector();
  const resource = useApiQuery(
    ['configuration', 'one', director, type, name],
    (api, signal) =>
      api.GET('/api/v1/configuration/resources/{type}/{name}', {
        params: { path: { type, name }, query: { director: director ?? '' } },
        signal,
      }),
    { enabled: director !== null },
  );
  const schema = useSchema(director);
  const ofType = schema.data?.types.find((one) => one.type === type);
  return (
    <>
      <Title above={<Link to="/administration/configuration">{messages.title}</Link>}>{name}</Title>
      <AsCurl
        path={`/configuration/resources/${encodeURIComponent(type)}/${encodeURIComponent(name)}`}
        query={{ director }}
      />
      <ConfigurationTabs />
      <ConfigurationNote director={director} />
      <Shown of={resource} rows={6}>
        {(known) => (
          <>
            <p className="quiet">
              {types[type] ?? type}
              {known.line !== null && (
                <>
                  {' · '}
                  <Link to="/administration/configuration/text" search={{ line: String(known.line) }}>
                    {messages.showText}
                  </Link>
                </>
              )}
            </p>
            <UsedBy of={known} />
            {type === 'job' && director !== null && <Switched {...{ director, known }} />}
            {ofType && director !== null && (
              <OneResource key={`${type} ${name}`} {...{ director, known, schema: ofType }} />
            )}
          </>
        )}
      </Shown>
    </>
  );
}

function UsedBy({ of: { usedBy } }: { readonly of: ListedResource }) {
  const messages = useMessages('configuration');
  if (usedBy.length === 0) return null;
  return (
    <p>
      {messages.usedBy}:{' '}
      {usedBy.map(({ type, name }, index) => (
        <span key={`${type} ${name}`}>
          {index > 0 && ', '}
          <Link to="/administration/configuration/$type/$name" params={{ type, name }}>
            {name}
          </Link>
        </span>
      ))}
    </p>
  );
}

/** Where a user's decision in the console applies in place of what the form shows of the file. */
function Switched({ director, known: { name, own } }: Pick<OneResourceProps, 'director' | 'known'>) {
  const messages = useMessages('configuration');
  const mayRead = usePermissionError('jobs:read') === null;
  const { data } = useApiQuery(
    // Not with the jobs, which are asked for again after a rename: this page still has the old name then.
    ['switched', director, name],
    (api, signal) =>
      api.GET('/api/v1/operations/jobs/{name}', { params: { path: { name }, query: { director } }, signal }),
    { enabled: mayRead },
  );
  if (data === undefined || data.enabled === (own['enabled'] ?? true)) return null;
  return (
    <p className="note" data-look="warn">
      {messages.switched(data.enabled)}{' '}
      <Link to="/jobs/$name" params={{ name }} search={{ director }}>
        {name}
      </Link>
    </p>
  );
}

interface OneResourceProps {
  readonly director: string;
  readonly known: ListedResource;
  readonly schema: SchemaType;
}

function OneResource({ director, known, schema }: OneResourceProps) {
  const messages = useMessages('configuration');
  const latest: EditedResource = { name: known.name, values: known.own };
  // Until it is edited, the form follows the configuration: what is known at first may be a minute old.
  const [form, setForm] = useState<{ readonly opened: EditedResource; readonly edited: EditedResource } | null>(null);
  const { opened, edited } = form ?? { opened: latest, edited: latest };
  const [isUnchanged, setUnchanged] = useState(false);
  const { action, draft, propose, discard } = useDrafting(director);
  const mayWrite = usePermissionError('configuration:write');
  const readOnly = useReadOnly(director);
  const why = mayWrite ?? readOnly;
  const deniedBy = why === null ? null : 'no-change';
  const navigate = useNavigate();
  const onApplied = ({ id }: Change) => navigate({ to: '/administration/configuration/changes/$id', params: { id } });
  const values = givenValues(schema, edited.values);
  const operations = operationsOf(known.type, opened, { name: edited.name, values });
  useAskBeforeLeaving(form !== null && operations.length > 0 && draft === null, messages.leave);
  if (draft) {
    return (
      <Review {...{ draft, onApplied, title: messages.reviewOf(known.name), label: messages.apply, onKept: discard }} />
    );
  }
  const submit = () => {
    setUnchanged(operations.length === 0);
    if (operations.length > 0) propose(operations);
  };
  return (
    <>
      <Denied id="no-change" why={why} />
      <ResourceForm
        {...{ director, schema, action, deniedBy, submit, resource: edited }}
        change={(next) => {
          setUnchanged(false);
          setForm({ opened, edited: next });
        }}
      >
        {schema.list !== null && (
          <button
            type="button"
            className="danger"
            aria-disabled={action.busy}
            onClick={() => propose([{ op: 'remove', type: known.type, name: opened.name }])}
          >
            {messages.remove}
          </button>
        )}
        <AsCurl
          method="POST"
          path="/configuration/changes"
          body={{ director, operations: [{ op: 'set', type: known.type, name: opened.name, path: '…', value: '…' }] }}
        />
      </ResourceForm>
      <p role="status">{isUnchanged && messages.unchanged}</p>
    </>
  );
}
