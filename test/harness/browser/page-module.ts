import { join } from 'node:path';
import { rolldown } from 'rolldown';

/** What modules of the page touch while they load. */
const browserOf = (language: string): string => `
const window = { addEventListener() {} };
const localStorage = { getItem: () => null, setItem() {} };
const navigator = { languages: [${JSON.stringify(language)}] };
`;

/** A module of the page, by its path below `web/src`, for its functions that draw nothing: in this process, without a browser. */
export async function pageModule<Module>(path: string, language = 'en-GB'): Promise<Module> {
  const build = await rolldown({
    cwd: process.cwd(),
    platform: 'node',
    tsconfig: 'web/tsconfig.json',
    input: join(process.cwd(), 'web', 'src', path),
  });
  const { output } = await build.generate({ format: 'esm', codeSplitting: false, banner: browserOf(language) });
  await build.close();
  const [{ code }] = output;
  return (await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)) as Module;
}
