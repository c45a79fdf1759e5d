import { applyOperations, type ConfigurationOperation } from './configuration-operations.js';
import { EditRejected, type EditRejection } from './edit-rejection.js';
import { isSameJson, type JsonValue, toJsonValue } from './json-value.js';
import { YamlReconciler } from './yaml-reconciler.js';
import { type DirectorYaml, DirectorYamlError, parseDirectorYaml } from '../resources/parse-director-yaml.js';

export type EditResult =
  | { readonly text: string; readonly rejection: null }
  | { readonly text: null; readonly rejection: EditRejection };

/**
 * Applies operations to the text of a director.yaml: all of them, or none. The rest of the file remains byte for byte: comments,
 * order, spacing, quotes, anchors, line breaks. The result has exactly the requested values; `readResources` checks whether it
 * is a valid configuration.
 */
export function editDirectorYaml(text: string, operations: readonly ConfigurationOperation[]): EditResult {
  try {
    const reconciler = new YamlReconciler(text, parse(text));
    const value = reconciler.readValue();
    applyOperations(value, operations);
    const edited = reconciler.textFor(value);
    assertMeaning(edited, value);
    return { text: edited, rejection: null };
  } catch (error) {
    if (error instanceof EditRejected) return { text: null, rejection: error.rejection };
    throw error;
  }
}

function parse(text: string): DirectorYaml {
  try {
    return parseDirectorYaml(text);
  } catch (error) {
    if (!(error instanceof DirectorYamlError)) throw error;
    const { sentence, line, column } = error;
    throw new EditRejected({ reason: 'unreadable', operation: null, place: '', sentence, params: {}, line, column });
  }
}

/** An error in this editor must not become an error in the configuration. */
function assertMeaning(edited: string, expected: JsonValue): void {
  const actual = toJsonValue(valueOf(edited) ?? {});
  if (actual === undefined || !isSameJson(actual, expected)) {
    throw new Error('The edited director.yaml does not have the requested values. It was not used.');
  }
}

function valueOf(edited: string): unknown {
  try {
    return parseDirectorYaml(edited).value;
  } catch (error) {
    throw new Error('The edited director.yaml is not valid YAML. It was not used.', { cause: error });
  }
}
