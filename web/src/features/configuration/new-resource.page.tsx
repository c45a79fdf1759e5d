import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { usePermissionError } from '../../api/disabled-reason';
import { useAskBeforeLeaving } from '../../components/ask-before-leaving';
import { Denied } from '../../components/no-permission';
import { Empty } from '../../components/empty';
import { Shown } from '../../components/query-content';
import { Title } from '../../components/title';
import { useMessages } from '../../i18n/messages';
import { Review } from './change-review';
import './configuration.css';
import { ConfigurationNote, ConfigurationTabs, useReadOnly } from './configuration-tabs';
import { type Change, type SchemaType } from './records';
import { type EditedResource, ResourceForm } from './resource-form';
import { givenValues } from './resource-operations';
import { useDrafting } from './use-change';
import { useConfiguredDirector, useSchema } from './use-configuration';

/** A resource of a type, with the defaults in the place of values. */
export function NewResourcePage() {
  const { type } = useParams({ from: '/administration/configuration/new/$type' });
  const messages = useMessages('configuration');
  const types: Readonly<Record<string, string>> = messages.types;
  const director = useConfiguredDirector();
  const schema = useSchema(director);
  return (
    <>
      <Title above={<Link to="/administration/configuration">{messages.title}</Link>}>
        {messages.newOf(types[type] ?? type)}
      </Title>
      <ConfigurationTabs />
      <ConfigurationNote director={director} />
      <Shown of={schema} rows={6}>
        {(known) => {
          const ofType = known.types.find((one) => one.type === type && one.list !== null);
          if (!ofType) return <Empty>{messages.noType(type)}</Empty>;
          return <NewResource key={type} {...{ director: known.director, schema: ofType }} />;
        }}
      </Shown>
    </>
  );
}

const empty: EditedResource = { name: '', values: {} };

function NewResource({ director, schema }: { readonly director: string; readonly schema: SchemaType }) {
  const messages = useMessages('configuration');
  const [edited, setEdited] = useState(empty);
  const { action, draft, propose, discard } = useDrafting(director);
  const mayWrite = usePermissionError('configuration:write');
  const readOnly = useReadOnly(director);
  const why = mayWrite ?? readOnly;
  const navigate = useNavigate();
  const onApplied = ({ id }: Change) => navigate({ to: '/administration/configuration/changes/$id', params: { id } });
  useAskBeforeLeaving(edited !== empty && draft === null, messages.leave);
  if (draft) {
    return (
      <Review
        {...{ draft, onApplied, title: messages.reviewOf(edited.name), label: messages.apply, onKept: discard }}
      />
    );
  }
  const { type } = schema;
  const submit = () => propose([{ op: 'add', type, name: edited.name, value: givenValues(schema, edited.values) }]);
  return (
    <>
      <Denied id="no-change" why={why} />
      <ResourceForm
        {...{ director, schema, action, submit, resource: edited, change: setEdited }}
        deniedBy={why === null ? null : 'no-change'}
      />
    </>
  );
}
