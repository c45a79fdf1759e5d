import { Injectable } from '@nestjs/common';
import { resolveDirector, Directors } from '../../domain/directors.port.js';
import { rejectMissingAbility } from '../../domain/director-abilities.js';
import { type DirectorDescription, type DirectorPort } from '../../domain/director.port.js';
import { type Principal } from '../../domain/principal.js';
import { AppError } from '../../domain/error-codes.js';
import { type Relocation, relocationOf, staysBelow } from '../../domain/restore-target.js';
import { findSelection, selectionInput } from './selection.js';
import { expressionSelection } from './expression-selection.js';
import { linearExpression } from '../../platform/expressions/linear-expression.js';
import { PathRelocator } from '../../platform/expressions/relocated-path.js';
import { type RelocationPreviewBody } from './restore-query.dto.js';
import { type RelocationPreviewRecord } from './restore.dto.js';

const mostSamples = 10;

/** Shows where a relocation would put files, by the rules of the Director, before it does. */
@Injectable()
export class RelocationPreview {
  constructor(private readonly directors: Directors) {}

  async preview(principal: Principal, body: RelocationPreviewBody): Promise<RelocationPreviewRecord> {
    const { scope } = principal;
    const { director, catalog } = resolveDirector(this.directors, body.director);
    const given = selectionInput(body.paths ?? [], body.refs ?? []);
    const relocation = relocationOf(body.relocation);
    const relocator = new PathRelocator(relocation);
    if (body.expression !== undefined) linearExpression(body.expression, 'expression');
    await rejectRelocation(principal, relocation, director, await director.describe(scope));
    const chain = await catalog.restore.resolveChain(scope, body.jobids);
    const matched = await expressionSelection(catalog.restore, scope, chain, body.expression, mostSamples);
    const { found } = given.length === 0 ? { found: [] } : await findSelection(catalog.restore, scope, chain, given);
    const isEverything = body.paths === undefined && body.refs === undefined && body.expression === undefined;
    const entries =
      isEverything || found.length > 0 ? await catalog.restore.listSelected(scope, chain, found, mostSamples) : [];
    const paths = [...entries.map(({ path }) => path), ...matched].slice(0, mostSamples);
    return {
      samples: paths.map((path) => ({ path: path.text, ref: path.ref, target: relocator.relocate(path).text })),
    };
  }
}

/** Without restore:anywhere every path that can come out must be below a restore root, which only a prefix can prove. */
export async function rejectRelocation(
  { capabilities }: Principal,
  relocation: Relocation,
  director: DirectorPort,
  description: DirectorDescription,
): Promise<void> {
  await rejectMissingAbility(director, description, 'relocate', 'relocate restored files');
  const { restoreRoots } = description;
  if (capabilities.has('restore:anywhere') || staysBelow(relocation, restoreRoots)) return;
  const detail = `This relocation requires restore:anywhere. Without it, addPrefix must be a folder below ${restoreRoots.join(' or ')}.`;
  throw new AppError('missing_capability', detail, { requiredCapability: 'restore:anywhere' });
}
