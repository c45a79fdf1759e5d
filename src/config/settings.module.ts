import { type DynamicModule, Module } from '@nestjs/common';
import { type Settings } from './settings.js';

/** Injection token of the settings: `@Inject(SETTINGS) settings: Settings`. An interface cannot be its own token. */
export const SETTINGS = Symbol('settings');

@Module({})
export class SettingsModule {
  static of(settings: Settings): DynamicModule {
    return {
      module: SettingsModule,
      global: true,
      providers: [{ provide: SETTINGS, useValue: settings }],
      exports: [SETTINGS],
    };
  }
}
