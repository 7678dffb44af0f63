import type { Gateway } from './profile.ts'

/** Gateway of the suite itself. */
export const reference: Gateway = {
  profile: {
    name: 'reference',
    tried: true,
    gateway: 'http://127.0.0.1:4000',
    disclosures: [{ header: 'tongues-losses', form: 'json', pointer: 'at' }],
  },
  config: (upstream, port) => `tongues reference --port ${port} --upstream ${upstream}\n`,
}
