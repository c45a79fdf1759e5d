import { YamlFields } from '../../../config/yaml-fields.js';
import { invalidFields } from '../../../domain/error-codes.js';
import { splitError } from '../resources/read-resources.js';

/** Reads settings that are in no file, as the reader of director.yaml does. AppError validation_failed with each error of `read`. */
export function readUnsaved<T>(settings: Readonly<Record<string, unknown>>, read: (fields: YamlFields) => T): T {
  const errors: string[] = [];
  const value = read(YamlFields.of(settings, '', errors));
  if (errors.length === 0) return value;
  throw invalidFields(
    errors.map((error) => {
      const [field, sentence] = splitError(error);
      return { field, code: 'invalid', detail: `${field} ${sentence}` };
    }),
  );
}
