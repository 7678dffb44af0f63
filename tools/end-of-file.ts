import { afterAll } from 'vitest'
import { endAll } from './at-end.ts'

// A set-up file runs before each test file, also where files share a worker. A hook of a module that they share would be asked for once.
afterAll(endAll, 120_000)
