import { type LinkProps, Navigate } from '@tanstack/react-router';
import { useFirstPage } from './administration-area';

export function AdministrationHome() {
  return <Navigate to={`/administration/${useFirstPage()}` as LinkProps['to']} replace />;
}
