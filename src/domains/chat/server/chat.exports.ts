/** Said where a section cannot be deleted, because something was written to it; by the constraint `chat_messages_thread`. */
export const messagesStandOnSection = 'Chat messages were written to this section. They keep it from being deleted.'
