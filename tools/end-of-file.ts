import { afterAll } from 'vitest'
import { endAll } from './at-end.ts'

// Set-up files run before each test file, also if files share a worker; a hook in a shared module would be registered once.
afterAll(endAll, 120_000)
