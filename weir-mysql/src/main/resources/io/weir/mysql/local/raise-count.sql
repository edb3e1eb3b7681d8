-- Raises a writer's count in a window.
UPDATE counts SET count = ? WHERE digest = ? AND sequence = ? AND writer = ?
