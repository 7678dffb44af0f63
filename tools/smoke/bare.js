// A runtime without timers, fetch or crypto: the caller brings the impurities.
import { defaultLimits, defaultPolicy } from '@interlingua/core'
import { translate } from './translate.js'

let ids = 0
const context = {
  onNotice: () => {},
  newId: (prefix) => `${prefix}${++ids}`,
  now: () => 0,
  limits: defaultLimits,
  policy: defaultPolicy,
  dialect: {},
}
globalThis.answer = JSON.stringify(translate(context))
