// Triangles
