import { declareNotices } from '@interlingua/core/adapter'

/** Every notice of this package. */
export const notice = declareNotices('cloud', [], {
  'beta-refused': { kind: 'dropped', message: 'the cloud does not take a beta that the request asks for' },
  'beta-field': { kind: 'dropped', message: 'the cloud does not take a field that belongs to a beta or to a service of the vendor' },
})
