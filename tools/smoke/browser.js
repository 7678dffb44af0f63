import { createContext } from '@interlingua/streams'
import { translate } from './translate.js'

document.body.textContent = encodeURIComponent(JSON.stringify(translate(createContext({ onNotice: () => {} }))))
