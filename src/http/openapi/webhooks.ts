import { type Type } from '@nestjs/common';
import { type OpenAPIObject } from '@nestjs/swagger';

/** A message that webhooks get, with the classes of its envelope and data. */
export interface DocumentedEvent {
  readonly type: string;
  readonly summary: string;
  readonly description: string;
  readonly envelope: Type;
  /** One class, or several of which one applies. */
  readonly data: readonly Type[];
}

const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header',
  required: name !== 'webhook-signature',
  description,
  schema: { type: 'string', examples: [example] },
});

const parameters = [
  header('webhook-id', 'Id of the event, the same for every attempt.', '5f0f4a7e-8f0c-4b0c-9f0e-3d9d7d1a1c22'),
  header('webhook-timestamp', 'Time of this attempt in seconds since 1970.', '1795208645'),
  header(
    'webhook-signature',
    'Signatures of `<webhook-id>.<webhook-timestamp>.<body>` with HMAC-SHA256, separated by spaces. Absent if the channel has no secret.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];

const responses = {
  '2XX': { description: 'The receiver accepted the event.' },
  '410': { description: 'The receiver is permanently gone. The console disables the channel.' },
  default: { description: 'The console retries for three days, with increasing pauses. It honors `Retry-After`.' },
};

/** Adds the section `webhooks`, with a schema for each type of event. */
export function addWebhooks(document: OpenAPIObject, events: readonly DocumentedEvent[]): OpenAPIObject {
  const schemas = Object.fromEntries(events.map((event) => [schemaNameOf(event), schemaOf(event)]));
  const webhooks = Object.fromEntries(events.map((event) => [event.type, { post: operationOf(event) }]));
  const all = { ...document.components?.schemas, ...schemas };
  const sorted = Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { ...document, webhooks, components: { ...document.components, schemas: sorted } } as OpenAPIObject;
}

function operationOf(event: DocumentedEvent): object {
  const { summary, description } = event;
  return {
    operationId: `on${nameOf(event)}`,
    summary,
    description,
    security: [],
    parameters,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: referenceTo(schemaNameOf(event)) } },
    },
    responses,
  };
}

function schemaOf({ type, envelope, data }: DocumentedEvent): object {
  const [only, ...others] = data.map(({ name }) => referenceTo(name));
  return {
    description: `Body of the webhook \`${type}\`.`,
    allOf: [
      referenceTo(envelope.name),
      {
        type: 'object',
        required: ['type', 'data'],
        properties: {
          type: { type: 'string', enum: [type] },
          data: others.length === 0 ? only : { anyOf: [only, ...others] },
        },
      },
    ],
  };
}

function schemaNameOf(event: DocumentedEvent): string {
  return `${nameOf(event)}Event`;
}

/** `job.completed.ok` becomes JobCompletedOk. */
function nameOf({ type }: DocumentedEvent): string {
  return type.replaceAll(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function referenceTo(name: string): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}
