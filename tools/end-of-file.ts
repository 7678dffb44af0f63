import { afterAll } from 'vitest'
import { endAll } from './at-end.ts'
import { keepEnvironment } from './keep-environment.ts'

// Set-up files run before each test file, also if files share a worker; a hook in a shared module would be registered once.
const restore = keepEnvironment(process.env)
afterAll(async () => {
  try {
    await endAll()
  } finally {
    restore()
  }
}, 120_000)
