import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { name: '@interlingua/conformance', testTimeout: 120_000 } })
