import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: ['packages/*', 'apps/*', 'conformance', 'tools'],
    testTimeout: 30_000,
  },
})
