import { BaculaCatalog } from '../../src/adapters/catalog/bacula-catalog.js';
import { CatalogMaker } from './catalog-makers.js';
import { catalogReader, embeddedShape, type CatalogShape } from './catalog-shapes.js';
import { copyDatabase } from './database.js';

export interface CatalogScene {
  /** As the owner, for the maker. */
  readonly url: string;
  /** As a role that may SELECT and nothing else. */
  readonly readerUrl: string;
  readonly maker: CatalogMaker;
  readonly catalog: BaculaCatalog;
  close(): Promise<void>;
}

/** A catalog of the shape with nothing in it, and its reader. */
export async function openCatalogScene(shape: CatalogShape = embeddedShape, timezone = 'UTC'): Promise<CatalogScene> {
  const url = await copyDatabase(shape.template);
  const readerUrl = asReader(url);
  const maker = await CatalogMaker.open(url, shape);
  const catalog = new BaculaCatalog({ director: 'here', url: readerUrl, timezone });
  const close = async (): Promise<void> => {
    await catalog.close();
    await maker.close();
  };
  return { url, readerUrl, maker, catalog, close };
}

function asReader(url: string): string {
  const reader = new URL(url);
  reader.username = catalogReader.role;
  reader.password = catalogReader.password;
  return reader.toString();
}
