import { createRoute, redirect } from '@tanstack/react-router';
import { root } from './root';

export const administrationRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/administration',
    beforeLoad: () => redirect({ to: '/administration/tokens', replace: true, throw: true }),
  }),
] as const;
