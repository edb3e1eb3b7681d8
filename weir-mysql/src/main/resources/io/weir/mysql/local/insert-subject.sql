-- Stores the readable names of a subject, once.
INSERT INTO subjects (digest, workspace, namespace, identifier, duration_ms) VALUES (?, ?, ?, ?, ?)
ON CONFLICT DO NOTHING
