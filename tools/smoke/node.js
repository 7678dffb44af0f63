import { createContext } from '@interlingua/streams'
import { translate } from './translate.js'

console.log(JSON.stringify(translate(createContext({ onNotice: () => {} }))))
