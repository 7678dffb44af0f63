export { contents as gemini } from '@interlingua/contents/inbound'
