-- Adds a writer's first count in a window.
INSERT INTO counts (digest, sequence, writer, count, expires_at) VALUES (?, ?, ?, ?, ?)
