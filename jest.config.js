export default {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/bench/', '\\.(slow|peer|client|browser|web)\\.test\\.ts$'],
  // dist holds a second package.json-less copy of everything; the map keeps jest out of it and of the data folders.
  modulePathIgnorePatterns: [
    '<rootDir>/dist/',
    '<rootDir>/.data',
    '<rootDir>/packages/client/dist/',
    '<rootDir>/test/bench/node_modules/',
  ],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': '@swc/jest' },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  resolver: '<rootDir>/test/support/jest/packages.js',
  setupFiles: ['reflect-metadata'],
  globalSetup: '<rootDir>/test/support/jest/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/jest/global-teardown.ts',
  testSequencer: '<rootDir>/test/support/jest/longest-first.js',
  // One more than the processors of a small machine, because many suites wait for processes and for time to pass. Each
  // worker holds its own connections and spawned programs.
  maxWorkers: 3,
  // A worker keeps the modules of every file, 2.7 GB at the end of a run. Beyond this heap a new worker takes its
  // place.
  workerIdleMemoryLimit: '600MB',
  // A test that hangs is found later, but a machine that is slow or busy fails none.
  testTimeout: 60_000,
};
