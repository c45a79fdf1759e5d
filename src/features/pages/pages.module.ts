import { Module } from '@nestjs/common';
import { ConsoleController } from './console.controller.js';
import { DocsController } from './docs.controller.js';
import { ProbesController } from './probes.controller.js';

/** Routes outside /api: probes for supervisors, and pages for people. */
@Module({ controllers: [ConsoleController, DocsController, ProbesController] })
export class PagesModule {}
