export { chat as openaiChat } from '@interlingua/chat/inbound'
