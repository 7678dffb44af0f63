import { afterAll } from 'vitest'
import { endAll } from './at-end.ts'
import { takeCounts } from './file-counts.ts'
import { keepEnvironment } from './keep-environment.ts'

// Set-up files run before each test file, also if files share a worker; a hook in a shared module would be registered once.
const restore = keepEnvironment(process.env)
// oxlint-disable-next-line no-empty-pattern -- vitest reads the names of fixtures from here, and none is used
afterAll(async ({}, { file }) => {
  try {
    await endAll()
  } finally {
    restore()
    Object.assign(file.meta, { counts: takeCounts() })
  }
}, 120_000)
