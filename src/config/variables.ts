/** Environment variables that the command line reads by name, since reading all settings takes a while. */
export const VARIABLES = {
  organisation: 'POSTRIDER_ORGANISATION',
  /** npm sets these two for the processes that it starts. */
  npmLifecycleEvent: 'npm_lifecycle_event',
  npmPackageName: 'npm_package_name',
} as const;
