import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { type Actor } from '../../../domain/actor.js';
import { type Principal } from '../../../domain/principal.js';
import { CurrentPrincipal, Requires } from '../../../http/access.decorators.js';
import { ApiProblems } from '../../../http/api-answers.js';
import { CurrentActor } from '../../../http/current-actor.decorator.js';
import { problemMediaType } from '../../../http/problem.js';
import { ConsoleCommandAnswer, ConsoleCommandBody, ConsoleCommandProblem } from './console.dto.js';
import { DirectorConsoleService } from './director-console.service.js';

@ApiTags('directors')
@Controller('directors')
export class DirectorConsoleController {
  constructor(private readonly service: DirectorConsoleService) {}

  /**
   * Send a command to a Director
   * @remarks Read-only commands run as they are. All others require `directors:console` and `confirm`. A question of
   * the Director is canceled and returned with 422.
   */
  @Post(':name/console')
  @HttpCode(200)
  @Requires('directors:control')
  @ApiExtraModels(ConsoleCommandProblem)
  @ApiOkResponse({ type: ConsoleCommandAnswer, description: 'The text of the Director.' })
  @ApiResponse({
    status: 422,
    description: 'The Director asked a question, or has no console.',
    content: { [problemMediaType]: { schema: { $ref: getSchemaPath(ConsoleCommandProblem) } } },
  })
  @ApiProblems(400, 404, 409, 413, 415, 502, 503, 504)
  runConsoleCommand(
    @CurrentPrincipal() principal: Principal,
    @CurrentActor() actor: Actor,
    @Param('name') name: string,
    @Body() body: ConsoleCommandBody,
  ): Promise<ConsoleCommandAnswer> {
    return this.service.run(principal, actor, name, body);
  }
}
