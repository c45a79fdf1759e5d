import { type LinkProps, Navigate } from '@tanstack/react-router';
import { useAdministration } from './administration-tabs';

/** To the first part that this caller gets; their own sessions everybody does. */
export function AdministrationHome() {
  const [first = 'sessions'] = useAdministration();
  return <Navigate to={`/administration/${first}` as LinkProps['to']} replace />;
}
