"""What a deal is proven with: chance, shuffles, signatures, a public beacon."""
