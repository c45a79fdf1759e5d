import { Module } from '@nestjs/common';
import { ProbesController } from './probes.controller.js';

/** What is served outside /api: probes for supervisors, and pages for people. */
@Module({ controllers: [ProbesController] })
export class PagesModule {}
