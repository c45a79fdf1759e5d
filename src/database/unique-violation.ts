/** Whether an error is PostgreSQL's refusal of a second row under this unique constraint or index. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const driverError = (error as { driverError?: { code?: unknown; constraint?: unknown } } | null)?.driverError;
  return driverError?.code === '23505' && driverError.constraint === constraint;
}
