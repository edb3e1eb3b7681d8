-- Writes down the readable names, once.
INSERT INTO subjects (digest, workspace, namespace, identifier, duration_ms) VALUES (?, ?, ?, ?, ?)
ON CONFLICT DO NOTHING
