import { createRoute } from '@tanstack/react-router';
import { AdministrationHome } from './administration-area';
import { root } from './root';

export const administrationRoutes = [
  createRoute({ getParentRoute: () => root, path: '/administration', component: AdministrationHome }),
] as const;
