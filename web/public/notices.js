// Shows notices where a page may not: see src/play/attention.ts. A press brings the table to the front.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(
    self.clients.matchAll({ type: "window", includeUncontrolled: true }).then((pages) => {
      const page = pages.find((each) => each.url === event.notification.data) ?? pages[0];
      return page ? page.focus() : self.clients.openWindow(event.notification.data ?? "/");
    }),
  );
});
