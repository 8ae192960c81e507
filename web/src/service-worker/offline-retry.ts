// The script of the page that stands in without a connection: it goes on by itself when there is one again.
addEventListener("online", () => location.reload());
