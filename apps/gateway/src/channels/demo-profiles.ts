import type { FileConfig } from '../config/config-schema.ts'

/** What the demo's models take, where their names do not tell: `demo-contents` behaves as a model of the third generation. */
export const demoProfiles: NonNullable<FileConfig['profiles']> = [{ format: 'contents', pattern: 'demo-contents', needsSeal: true }]
