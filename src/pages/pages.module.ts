import { Module } from '@nestjs/common';
import { DocsController } from './docs.controller.js';
import { ProbesController } from './probes.controller.js';

/** What is served outside /api: probes for supervisors, and pages for people. */
@Module({ controllers: [DocsController, ProbesController] })
export class PagesModule {}
