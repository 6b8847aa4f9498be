export { WhatsappMessaging } from './send/WhatsappMessaging.tsx'
